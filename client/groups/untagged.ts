import type { Card } from '../../domain/browse/api.ts'

interface Listed {
  challenges: Card[]
  templates: Card[]
  group: { slug: string }
}

/** Cards on the page of their group: a tag that leads to where one is would say nothing. */
export function untagged<Data extends Listed>(data: Data): Data {
  const without = (card: Card): Card => (card.hut_slug === data.group.slug ? { ...card, hut_slug: null } : card)
  return { ...data, challenges: data.challenges.map(without), templates: data.templates.map(without) }
}
