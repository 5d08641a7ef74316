/** @param contact an email address or the address of a page */
export const contactAddress = (contact: string): string => (contact.includes('://') ? contact : `mailto:${contact}`)
