/** Groups and their pages for component tests. */
import type { Card } from '../../domain/browse/api.ts'
import type { Group, GroupData } from '../../domain/groups/api.ts'
import { listOf } from './cards.ts'

export function groupOf(change: Partial<Group> = {}): Group {
  return {
    id: 4,
    slug: 'runners',
    title: 'Runners',
    url: '/group/runners',
    content: '<p>We run <strong>early</strong>.</p>',
    user_count: 2,
    is_joined: 0,
    parents_title: null,
    challenges: [],
    time_zone: 'Europe/Berlin',
    revision: 0,
    ...change
  }
}

export function groupDataOf(
  group: Group,
  challenges: Card[] = [],
  change: Partial<Pick<GroupData, 'isOwner' | 'detachable' | 'templates' | 'proposals' | 'together'>> = {}
): GroupData {
  return {
    ...listOf(challenges, { hut: group }),
    hut: group,
    group,
    breadcrumbs: [
      { title: 'Home', path: '/' },
      { title: 'Groups', path: '/groups' },
      { title: group.title, path: group.url }
    ],
    together: {
      members: ['ada', 'bob'],
      next_session: null,
      week_logs: 0,
      week_people: 0,
      shared_goals: [],
      series: [],
      programmes: [],
      has_sessions: 1
    },
    isOwner: false,
    detachable: [],
    proposals: [],
    ...change
  }
}
