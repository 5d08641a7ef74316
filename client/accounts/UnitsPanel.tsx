import { NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { updateUnits } from '../../domain/accounts/api.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { DistanceUnit } from '../../domain/lib/distance.ts'
import { call } from '../lib/api.ts'
import { unitOfBrowser } from '../lib/distances.ts'
import { useHydrated } from '../lib/hydrated.ts'
import { setUser } from '../lib/user.ts'
import { FormMessage } from '../ui/forms/FormMessage.tsx'
import { messageOf } from '../ui/forms/form-errors.tsx'
import { Panel } from '../ui/Panel.tsx'

const NAMES: Record<DistanceUnit, string> = { mi: 'Miles', km: 'Kilometers' }

/** Chooses the unit in which distances are shown and typed. Saves at once, because stored distances do not change. */
export function UnitsPanel({ user }: { user: User }) {
  const [refused, setRefused] = useState<string | null>(null)
  const [isSaved, setIsSaved] = useState(false)
  const browser = useHydrated() ? unitOfBrowser() : 'mi'

  async function save(distance_unit: DistanceUnit | null): Promise<void> {
    setRefused(null)
    setIsSaved(false)
    try {
      setUser((await call(updateUnits, { body: { distance_unit } })).user)
      setIsSaved(true)
    } catch (error) {
      setRefused(messageOf(error))
    }
  }

  return (
    <Panel id="units" title="Units">
      <NativeSelect
        label="Distances"
        size="md"
        value={user.distance_unit ?? ''}
        data={[
          { value: '', label: `Same as your region: ${NAMES[browser].toLowerCase()}` },
          { value: 'mi', label: NAMES.mi },
          { value: 'km', label: NAMES.km }
        ]}
        onChange={event => void save((event.currentTarget.value || null) as DistanceUnit | null)}
      />
      <FormMessage text={refused} />
      <Text role="status" mt="xs">
        {isSaved && 'Saved.'}
      </Text>
    </Panel>
  )
}
