export const Plan = { BASE: 'BASE', PRO: 'PRO', ENTERPRISE: 'ENTERPRISE' } as const;
export type Plan = (typeof Plan)[keyof typeof Plan];
