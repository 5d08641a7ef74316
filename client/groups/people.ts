/** "1 member", "1,204 members". */
import { numberText } from '../../domain/lib/numbers.ts'
export function people(count: number): string {
  return `${numberText(count)} ${count === 1 ? 'member' : 'members'}`
}
