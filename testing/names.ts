export const TEMPLATE = 'hut_template'
/** The admin that the template's first start made. */
export const ADMIN = { email: 'admin@example.org', username: 'hut-guide', password: 'a hut on a hill' }
/** Everybody else's. */
export const PASSWORD = 'correct horse'
