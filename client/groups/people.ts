/** "1 member", "1,204 members". */
export function people(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'member' : 'members'}`
}
