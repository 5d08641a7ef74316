import { type Scope, SUBJECTS, type Subject } from '../../../domain/accounts/access-tokens/scopes.ts'

/** Says what a program may do, such as "Reads goals, notes and Today. Reads and changes logs." */
export function rightsText(scopes: readonly Scope[]): string {
  const subjects = new Map<string, string[]>()
  for (const subject of Object.keys(SUBJECTS) as Subject[]) {
    const reads = scopes.includes(`${subject}:read`)
    const writes = scopes.includes(`${subject}:write`)
    const does = reads && writes ? 'Reads and changes' : writes ? 'Changes' : reads ? 'Reads' : null
    const [first = '', ...rest] = SUBJECTS[subject]
    if (does) subjects.set(does, [...(subjects.get(does) ?? []), first.toLowerCase() + rest.join('')])
  }
  return [...subjects].map(([does, all]) => `${does} ${all.join('; ')}.`).join(' ')
}
