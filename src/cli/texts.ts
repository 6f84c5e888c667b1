/** Texts of the page that browsers get while the service starts or stops. */
export const texts = {
  notServing: 'One moment',
};
