/** Refuses new passwords that are easy to guess. The list is only here, because it is too long for the page. */
import { readFileSync } from 'node:fs'
import { passwordCheck } from '../../../domain/accounts/password.ts'
import { invalid, refuse } from '../../../domain/lib/refusal.ts'
import type { Config } from '../../lib/config.ts'

const FILE = new URL('./common-passwords.txt', import.meta.url)
/** Divides the source of the list from the list. */
const DIVIDER = '---\n'

let common: ReadonlySet<string> | undefined

/** Reads the list with the first password that someone chooses. */
function commonPasswords(): ReadonlySet<string> {
  if (common) return common
  const [, list = ''] = readFileSync(FILE, 'utf8').split(DIVIDER)
  common = new Set(list.trim().split('\n'))
  return common
}

/** @throws Refused 422 for a password that is easy to guess */
export function needGoodPassword(
  { config }: { config: Pick<Config, 'hut' | 'appUrl'> },
  password: string,
  person: { username: string; email: string }
): void {
  const site = { name: config.hut.name, host: config.appUrl === null ? '' : new URL(config.appUrl).hostname }
  const problem = passwordCheck(password, person, { site, common: commonPasswords() })
  if (problem !== null) refuse(invalid('password', problem))
}
