/** Refuses passwords that attackers guess first. Every other password of 8 characters or more is allowed. */

const COMMON = new Set([
  ...['password', 'password1', 'passw0rd', 'passwort', 'iloveyou', 'princess', 'football', 'baseball', 'sunshine'],
  ...['superman', 'trustno1', 'welcome1', 'letmein1', 'qwertyui', 'qwerty123', 'qwertyuiop', 'asdfghjk', 'asdfghjkl'],
  ...['zxcvbnm1', '1q2w3e4r', '1qaz2wsx', 'abc12345', 'abcd1234', 'admin123', 'changeme', 'computer', 'whatever'],
  ...['dragon', 'monkey', 'qwerty', 'letmein', 'welcome', 'master', 'shadow', 'michael', 'charlie', 'admin'],
  ...['challengehut', 'challenge', 'secret', 'hello', 'login', 'passwd', 'iloveu', 'starwars', 'pokemon', 'soccer'],
  ...['summer', 'winter', 'spring', 'autumn']
])

/** @internal Exported for tests only. */
export const PASSWORD_COMMON = 'This password is too easy to guess. Choose another one.'
/** @internal Exported for tests only. */
export const PASSWORD_NAME = 'Choose a password that isn’t your name or email.'

/**
 * Returns null when the password may be used, else the message to show. Refused are the most common passwords, also
 * with digits or signs behind (`iloveyou1`, `Passw0rd!`), one repeated character, a run of neighbours (`12345678`,
 * `abcdefgh`), nothing but spaces, and the person's own name or email.
 */
export function passwordCheck(password: string, person: { username: string; email: string }): string | null {
  const plain = password.trim().toLowerCase()
  const names = [person.username, person.email, person.email.split('@')[0] ?? ''].map(name => name.trim().toLowerCase())
  if (plain !== '' && names.includes(plain)) return PASSWORD_NAME
  const isCommon = COMMON.has(plain) || COMMON.has(plain.replace(/[^a-z]+$/, ''))
  return isCommon || isRun(plain) ? PASSWORD_COMMON : null
}

/** Whether the text is empty, repeats one character, or counts its characters up or down. */
function isRun(text: string): boolean {
  const steps = new Set<number>()
  for (let index = 1; index < text.length; index++) {
    // On a keyboard 0 follows 9.
    const step =
      (text[index] === '0' && text[index - 1] === '9' ? 58 : text.charCodeAt(index)) - text.charCodeAt(index - 1)
    steps.add(step)
  }
  return steps.size === 0 || (steps.size === 1 && [-1, 0, 1].some(step => steps.has(step)))
}
