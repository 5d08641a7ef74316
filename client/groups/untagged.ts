import type { Card } from '../../domain/browse/api.ts'

interface Listed {
  challenges: Card[]
  templates: Card[]
  group: { slug: string }
}

/** Removes the group's tag from cards on its own page, where the link would lead to the same page. */
export function untagged<Data extends Listed>(data: Data): Data {
  const without = (card: Card): Card => (card.hut_slug === data.group.slug ? { ...card, hut_slug: null } : card)
  return { ...data, challenges: data.challenges.map(without), templates: data.templates.map(without) }
}
