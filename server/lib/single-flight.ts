/**
 * Visitors who ask for the same at the same moment share one answer: a link that is passed around brings many people
 * at once, and what they see is the same. Nothing is kept once it is answered, so nobody sees what is older than
 * their own request by more than it takes to answer it.
 */
export function singleFlight(): (key: string, make: () => Promise<string>) => Promise<string> {
  const underway = new Map<string, Promise<string>>()
  return (key, make) => {
    const known = underway.get(key)
    if (known) return known
    const answer = make().finally(() => underway.delete(key))
    underway.set(key, answer)
    return answer
  }
}
