import { Anchor, Button, Radio, Stack, Text } from '@mantine/core'
import '@mantine/core/styles/RadioCard.layer.css'
import '@mantine/core/styles/RadioIndicator.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { useId, useState } from 'react'
import type { Goal } from '../../domain/goals/api.ts'
import { pressesOf, pressText } from '../../domain/goals/presses.ts'
import { useDistanceUnit } from '../lib/distances.ts'
import { useAction } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { PressList } from './PressList.tsx'
import { usePressAddresses } from './presses.ts'

interface Props {
  goal: Goal
  opened: boolean
  onClose: () => void
}

/** Makes and ends secret addresses that press a button of the goal (D-156). */
export function PressDialog({ goal, opened, onClose }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Press “${goal.title}” from anywhere`}>
      {opened && <Addresses goal={goal} />}
    </Dialog>
  )
}

/** For a goal that is only a checklist, which has nothing to press. */
const NOTHING = 'This goal has no button. Add one in its form.'

function Addresses({ goal }: { goal: Goal }) {
  const presses = pressesOf(goal, useDistanceUnit())
  const [chosen, setChosen] = useState(presses[0]?.uuid ?? null)
  const [made, setMade] = useState<string | null>(null)
  const { addresses, error, create, end } = usePressAddresses()
  const { busy, refusal, run } = useAction()
  if (!addresses) return error ? <FormMessage text={messageOf(error)} /> : <Loading />
  const mine = addresses.filter(({ goal_id }) => goal_id === goal.id)
  return (
    <Stack gap="md">
      <Text c="dimmed">
        A secret address logs when something sends a request to it: an NFC tag, a shortcut on your phone, a button on
        your desk. Opened in a browser, it shows the button.{' '}
        <Anchor href="/api/docs#/Press%20addresses">How it works</Anchor>
      </Text>
      {presses.length > 1 && <Buttons goal={goal} chosen={chosen} onChoose={setChosen} />}
      {presses.length === 0 ? (
        <Text>{NOTHING}</Text>
      ) : (
        <Button loading={busy} onClick={() => void run(async () => setMade(await create(goal.id, chosen)))}>
          Create an address
        </Button>
      )}
      <FormMessage text={refusal} />
      <div role="status">
        {made && (
          <CopyField
            label="The address"
            description="Copy it now. We keep only a hash of it, so nobody can show it again."
            copyLabel="Copy the address"
            value={made}
          />
        )}
      </div>
      {mine.length > 0 && <PressList addresses={mine} onEnd={end} />}
    </Stack>
  )
}

interface ButtonsProps {
  goal: Goal
  chosen: string | null
  onChoose: (uuid: string | null) => void
}

function Buttons({ goal, chosen, onChoose }: ButtonsProps) {
  const distances = useDistanceUnit()
  const usual = useId()
  return (
    <Radio.Group
      label="Which button"
      value={chosen ?? usual}
      onChange={value => onChoose(value === usual ? null : value)}
    >
      <Stack gap="xs" mt="xs">
        {pressesOf(goal, distances).map(press => (
          <Radio
            key={press.uuid}
            size="md"
            value={press.uuid ?? usual}
            label={pressText(press, goal.unit, distances)}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}
