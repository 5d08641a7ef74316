export const TEMPLATE = 'hut_template'
/** The administrator in the template. */
export const ADMIN = { email: 'admin@example.org', username: 'hut-guide', password: 'a hut on a hill' }
/** The password of everyone else. */
export const PASSWORD = 'correct horse'
