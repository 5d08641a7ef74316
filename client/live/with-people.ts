/** Applies the people of an event or a response to the data of a session's pages. Applying one twice is safe. */
import type { Participant, SessionData } from '../../domain/sessions/api.ts'

/**
 * The list stays in the order of joining. A changed person may lack totals that did not change, so new totals are merged
 * into the known ones.
 */
export function withPeople<P extends SessionData>(
  page: P,
  changed: readonly Participant[],
  left: readonly string[],
  /** Whether to add people who are not in the list yet. */
  added = true
): P {
  const news = new Map(changed.map(person => [person.username, person]))
  const kept = page.participants.flatMap(person => {
    const now = withTotals(person, news.get(person.username))
    news.delete(person.username)
    return left.includes(person.username) ? [] : [now]
  })
  const { me: before } = page
  const me =
    before && (left.includes(before.username) ? null : withTotals(before, findPerson(changed, before.username)))
  return withMe(
    {
      ...page,
      participants: added ? inOrder([...kept, ...news.values()]) : kept,
      stays: withCome(page.stays, changed)
    },
    me
  )
}

function withTotals(before: Participant, now: Participant | undefined): Participant {
  if (!now) return before
  return {
    ...now,
    task_totals: { ...before.task_totals, ...now.task_totals },
    task_action_totals: { ...before.task_action_totals, ...now.task_action_totals }
  }
}

/** People in the order of joining. Events of two joins can come in the other order. */
function inOrder<Joined extends { joined_at: string }>(people: Joined[]): Joined[] {
  const isOrdered = people.every(
    ({ joined_at }, index) => index === 0 || (people[index - 1]?.joined_at ?? '') <= joined_at
  )
  return isOrdered
    ? people
    : people.toSorted((a, b) => (a.joined_at < b.joined_at ? -1 : Number(a.joined_at > b.joined_at)))
}

/** Adds people who join, even those who were here before. */
function withCome(stays: SessionData['stays'], changed: readonly Participant[]): SessionData['stays'] {
  if (!stays) return null
  const come = changed.filter(
    ({ username, joined_at }) => !stays.some(stay => stay.username === username && stay.joined_at === joined_at)
  )
  if (come.length === 0) return stays
  return inOrder([
    ...stays.filter(stay => !come.some(({ username }) => username === stay.username)),
    ...come.map(({ username, joined_at }) => ({ username, joined_at, left_at: null }))
  ])
}

export function withGone(stays: SessionData['stays'], left: readonly string[], at: string): SessionData['stays'] {
  return stays?.map(stay => (left.includes(stay.username) ? { ...stay, left_at: at } : stay)) ?? null
}

/** Sets my own participation, which decides what the page offers. */
export function withMe<P extends SessionData>(page: P, me: Participant | null): P {
  if (me === page.me) return page
  const { challengeEvent } = page
  return {
    ...page,
    me,
    // Someone who is in waits no longer.
    waitlist: me ? { ...page.waitlist, mine: null } : page.waitlist,
    // A site admin may host without the role of a host.
    isOwner: me?.role === 1 || (page.isOwner && page.me?.role !== 1),
    challengeEvent: { ...challengeEvent, is_joined: me ? 1 : 0 }
  }
}

export function findPerson(people: readonly Participant[], username: string): Participant | undefined {
  return people.find(person => person.username === username)
}
