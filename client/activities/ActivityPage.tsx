import { Text, Title } from '@mantine/core'
import { activityPage, MOST_COPIES } from '../../domain/activities/api.ts'
import type { Card, Linked } from '../../domain/browse/api.ts'
import { ProposalsToHost } from '../groups/ProposalsToHost.tsx'
import { usePage } from '../lib/page.ts'
import { TextLink } from '../ui/links/TextLink.tsx'
import { pageOf } from '../ui/Pager.tsx'
import { RichText } from '../ui/text/RichText.tsx'
import { ActivityFrame } from './ActivityFrame.tsx'
import { LiveSessions } from './LiveSessions.tsx'
import { PlanActions } from './plan/PlanActions.tsx'
import { PlanGoals } from './plan/PlanGoals.tsx'
import { PlanTimeline } from './plan/PlanTimeline.tsx'

export function ActivityPage() {
  const data = usePage(activityPage)
  const { challenge, challengeEvents, source, copies } = data
  const live = <Live cards={challengeEvents} />
  // Live sessions come before the plan, because many visitors come for them. An empty list goes to the end.
  const isLive = challengeEvents.length > 0
  return (
    <ActivityFrame data={data}>
      <ProposalsToHost data={data} />
      {challenge.content && <RichText html={challenge.content} />}
      {isLive && live}
      <PlanTimeline plan={challenge} limit={challenge.participant_limit} />
      <PlanGoals groups={challenge.tasks} />
      <PlanActions plan={challenge} />
      {source && (
        <Text>
          Made from <TextLink to={source.path}>{source.title}</TextLink>
        </Text>
      )}
      {!isLive && live}
      {copies.length > 0 && <Copies copies={copies} />}
    </ActivityFrame>
  )
}

function Live({ cards }: { cards: readonly Card[] }) {
  return (
    <section aria-labelledby="live" data-tour="activity-events">
      <Title order={2} id="live" mb="md">
        Live sessions
      </Title>
      <LiveSessions cards={pageOf(cards)} />
    </section>
  )
}

function Copies({ copies }: { copies: readonly Linked[] }) {
  return (
    <section aria-labelledby="copies">
      <Title order={2} id="copies" mb="xs">
        Made from this plan
      </Title>
      <ul>
        {copies.map(({ title, path }) => (
          <li key={path}>
            <TextLink to={path}>{title}</TextLink>
          </li>
        ))}
      </ul>
      {copies.length === MOST_COPIES && <Text c="dimmed">These are the newest.</Text>}
    </section>
  )
}
