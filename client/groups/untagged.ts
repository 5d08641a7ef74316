import type { Card } from '../../domain/activities/api.ts'

/** Cards on the page of their group: a tag that leads to where one is would say nothing. */
export function untagged<Data extends { challenges: Card[]; group: { slug: string } }>(data: Data): Data {
  const tagged = (card: Card): Card => (card.hut_slug === data.group.slug ? { ...card, hut_slug: null } : card)
  return { ...data, challenges: data.challenges.map(tagged) }
}
