import { type Scope, SUBJECTS, type Subject } from '../../../domain/accounts/access-tokens/scopes.ts'

/** What a program may do, such as "Reads goals, notes and Today. Reads and changes logs." */
export function rightsText(scopes: readonly Scope[]): string {
  const sentences = (Object.keys(SUBJECTS) as Subject[]).map(subject => {
    const reads = scopes.includes(`${subject}:read`)
    const writes = scopes.includes(`${subject}:write`)
    const does = reads && writes ? 'Reads and changes' : writes ? 'Changes' : reads ? 'Reads' : null
    const [first = '', ...rest] = SUBJECTS[subject]
    return does && `${does} ${first.toLowerCase()}${rest.join('')}.`
  })
  return sentences.filter(Boolean).join(' ')
}
