export const TEMPLATE = 'hut_template'
/** The administrator that the first start made in the template. */
export const ADMIN = { email: 'admin@example.org', username: 'hut-guide', password: 'a hut on a hill' }
/** The password of everybody else. */
export const PASSWORD = 'correct horse'
