/**
 * Refuses passwords that attackers guess first. Every other password of 8 characters or more is allowed. The page knows
 * only a few common passwords. The server has a long list, and the words of the site.
 */

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

/** @internal Exported for tests only. */
export const PASSWORD_SITE = 'Choose a password that isn’t the name of this site.'

/** What only the server knows. */
export interface Guesses {
  /** The name of the hut and the host of its address; empty for none. */
  site: { name: string; host: string }
  /** Common passwords in lower case. */
  common: ReadonlySet<string>
}

const NO_GUESSES: Guesses = { site: { name: '', host: '' }, common: new Set() }

/**
 * Returns null when the password may be used, else the message to show. Refused are the most common passwords and the
 * words of the site, also with digits or signs behind (`iloveyou1`, `Passw0rd!`), one repeated character, a run of
 * neighbours (`12345678`, `abcdefgh`), nothing but spaces, and the person's own name or a part of their email.
 */
export function passwordCheck(
  password: string,
  person: { username: string; email: string },
  { site, common }: Guesses = NO_GUESSES
): string | null {
  const plain = password.trim().toLowerCase()
  if (plain !== '' && wordsOfPerson(person).includes(plain)) return PASSWORD_NAME
  const bare = plain.replace(/[^\p{L}]+$/u, '')
  if (wordsOfSite(site).some(word => [plain, bare, joined(plain), joined(bare)].includes(word))) return PASSWORD_SITE
  const isCommon = [plain, bare].some(word => COMMON.has(word) || common.has(word))
  return isCommon || isRun(plain) ? PASSWORD_COMMON : null
}

/** A name, an email, and the parts of the email: before the `@`, the domain, and each name in both. */
function wordsOfPerson({ username, email }: { username: string; email: string }): string[] {
  const [local = '', domain = ''] = email.split('@')
  return [username, email, local, domain, ...local.split(/[.+_-]/), ...domain.split('.')].map(word =>
    word.trim().toLowerCase()
  )
}

/** The name of the site with and without spaces, its host, and each name in both of at least four characters. */
function wordsOfSite({ name, host }: Guesses['site']): string[] {
  const words = [name, joined(name), host, joined(host)]
  const parts = [...name.split(/\s+/), ...host.split('.')].filter(part => part.length >= 4)
  return [...words, ...parts].map(word => word.trim().toLowerCase()).filter(word => word !== '')
}

function joined(text: string): string {
  return text.replace(/[\s._-]+/g, '')
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
