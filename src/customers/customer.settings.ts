import { z } from 'zod';
import { integerSetting, type SettingOf } from '../platform/config/settings.ts';
import { DEFAULT_BASE_SOFT_CAP_MICROS, MAX_CAP_MICROS } from './customer.inputs.ts';
import { Plan } from './plan.ts';

/** Settings for the default caps of new customers of a plan. */
interface PlanCaps {
  softCap: SettingOf<number>;
  hardLimit: SettingOf<number>;
}

function capsOf(plan: Plan, softCapMicros: number): PlanCaps {
  const cap = (suffix: string, variable: string, title: string, value: number) =>
    integerSetting({
      name: `customers.${plan.toLowerCase()}${suffix}`,
      title,
      section: ['Customers', 'Plans', plan],
      description: `${title} per calendar month (UTC) of new customers with the plan ${plan}, in micros of USD in the API and the environment. 0: none. Existing customers keep theirs.`,
      environmentVariable: `${plan}_${variable}`,
      schema: z.int().min(0).max(MAX_CAP_MICROS),
      unit: 'USD_MICROS',
      zero: 'none',
      default: value,
      permission: 'settings:manage',
    });
  return {
    softCap: cap('SoftCapMicros', 'SOFT_CAP_MICROS', 'Soft cap', softCapMicros),
    hardLimit: cap('HardLimitMicros', 'HARD_LIMIT_MICROS', 'Hard limit', 0),
  };
}

export const PLAN_CAPS: Readonly<Record<Plan, PlanCaps>> = {
  BASE: capsOf(Plan.BASE, DEFAULT_BASE_SOFT_CAP_MICROS),
  PRO: capsOf(Plan.PRO, 0),
  ENTERPRISE: capsOf(Plan.ENTERPRISE, 0),
};

export const planSettings = Object.values(PLAN_CAPS).flatMap(({ softCap, hardLimit }) => [softCap, hardLimit]);
