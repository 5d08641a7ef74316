import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Loading } from '../ui/loading/Loading.tsx'
import { Panel } from '../ui/Panel.tsx'
import { PressList } from './PressList.tsx'
import { usePressAddresses } from './presses.ts'

/** All press addresses of the person (D-156). */
export function PressPanel() {
  const { addresses, error, end } = usePressAddresses()
  return (
    <Panel id="press-addresses" title="Press from anywhere" mt="lg">
      <Text c="dimmed">
        A secret address presses one button of a goal, from an NFC tag, a shortcut or a button on your desk. Make one in
        the menu of{' '}
        <Anchor component={Link} to="/my/goals">
          a goal
        </Anchor>
        : “Press from anywhere”.
      </Text>
      {!addresses ? (
        error ? (
          <FormMessage text={messageOf(error)} />
        ) : (
          <Loading />
        )
      ) : (
        addresses.length > 0 && <PressList addresses={addresses} withGoal onEnd={end} />
      )}
    </Panel>
  )
}
