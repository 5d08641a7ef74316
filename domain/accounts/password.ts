/** Which passwords are refused because they are guessed first. Any others of 8 characters or more are taken. */

const COMMON = new Set([
  ...['password', 'password1', 'passw0rd', 'passwort', 'iloveyou', 'princess', 'football', 'baseball', 'sunshine'],
  ...['superman', 'trustno1', 'welcome1', 'letmein1', 'qwertyui', 'qwerty123', 'qwertyuiop', 'asdfghjk', 'asdfghjkl'],
  ...['zxcvbnm1', '1q2w3e4r', '1qaz2wsx', 'abc12345', 'abcd1234', 'admin123', 'changeme', 'computer', 'whatever']
])

/** @internal Asked by tests alone. */
export const PASSWORD_COMMON = 'This password is guessed first. Choose another one.'
/** @internal Asked by tests alone. */
export const PASSWORD_NAME = 'Choose a password that is not your name or email.'

/**
 * null when the password may be used, else why not: one of the most common, one character or a run of neighbours
 * (`12345678`, `abcdefgh`), nothing but spaces, or the person's own name or email.
 */
export function passwordCheck(password: string, person: { username: string; email: string }): string | null {
  const plain = password.trim().toLowerCase()
  const names = [person.username, person.email, person.email.split('@')[0] ?? ''].map(name => name.trim().toLowerCase())
  if (plain !== '' && names.includes(plain)) return PASSWORD_NAME
  return COMMON.has(plain) || isRun(plain) ? PASSWORD_COMMON : null
}

/** Nothing, one character again and again, or characters that follow each other up or down. */
function isRun(text: string): boolean {
  const steps = new Set<number>()
  for (let index = 1; index < text.length; index++) {
    // 0 stands behind 9 on a keyboard.
    const step =
      (text[index] === '0' && text[index - 1] === '9' ? 58 : text.charCodeAt(index)) - text.charCodeAt(index - 1)
    steps.add(step)
  }
  return steps.size === 0 || (steps.size === 1 && [-1, 0, 1].some(step => steps.has(step)))
}
