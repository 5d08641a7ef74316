import { Button, Group } from '@mantine/core'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Plan } from '../../domain/activities/plan.ts'
import { planOfUnit } from '../../domain/programmes/unit-plan.ts'
import { requireSignIn, useMayCreate } from '../accounts/sign-in.ts'
import { randomUuid } from '../lib/client-uuid.ts'
import { newMaking } from '../lib/make-once.ts'
import { ActionButton } from '../ui/ActionButton.tsx'
import { late } from '../ui/loading/late.tsx'
import { startTogether } from './programmes.ts'

const TryPlan = late(async () => (await import('../live/trial/TryPlan.tsx')).TryPlan)

interface Props {
  title: string
  /** Plan text. */
  plan: string
}

/** Runs the plan of a unit alone, or makes a session of it for several people. */
export function StartUnit({ title, plan }: Props) {
  const [running, setRunning] = useState<Plan | null>(null)
  const mayStart = useMayCreate('sessions')
  const navigate = useNavigate()
  const making = useRef(newMaking())
  const together = async (): Promise<void> => {
    await navigate(await startTogether(title, plan, making.current.key))
  }
  return (
    <Group gap="xs" mt={4}>
      <Button
        variant="light"
        leftSection={<IconPlayerPlay size={18} aria-hidden />}
        aria-label={`Start ${title}`}
        onClick={() => setRunning(planOfUnit(plan, randomUuid))}
      >
        Start
      </Button>
      {mayStart && (
        <ActionButton
          variant="subtle"
          aria-label={`Start ${title} with others`}
          action={async () => requireSignIn('to start a session', together)}
        >
          With others
        </ActionButton>
      )}
      {running && <TryPlan plan={running} title={title} opened onClose={() => setRunning(null)} />}
    </Group>
  )
}
