import { Text } from '@mantine/core'
import { isModerator } from '../../domain/accounts/user.ts'
import { REMOVED } from '../../domain/moderation/hidden.ts'
import { useUser } from '../lib/user.ts'
import { late } from '../ui/loading/late.tsx'
import type { Reported } from './report.ts'

const Takedown = late(async () => (await import('./Takedown.tsx')).Takedown)

/** Stands in the place of something hidden. Its author and moderators also see why. */
export function HiddenNote({ about, isMine }: { about: Reported; isMine: boolean }) {
  const canSee = isModerator(useUser()) || isMine
  return (
    <div>
      <Text c="dimmed" component="p">
        {REMOVED}
      </Text>
      {canSee && <Takedown about={about} />}
    </div>
  )
}
