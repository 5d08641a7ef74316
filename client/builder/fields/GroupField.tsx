import { Button, NativeSelect } from '@mantine/core'
import type { Hut } from '../../../domain/browse/api.ts'
import { joinGroup } from '../../groups/groups.ts'
import { optionsOf } from '../../ui/forms/options.ts'
import { useBuilderStore, useError, useFields } from '../builder.ts'

interface Props {
  /** The activity's group, or the group in the address. */
  hut: Hut | null
  /** The groups of the person. */
  huts: readonly Hut[]
}

/** Selects the group of an activity, from the person's groups and the group in the address (BLD-03). */
export function GroupField({ hut, huts }: Props) {
  const { hut_id } = useFields('hut_id')
  const error = useError('hut_id')
  const { set } = useBuilderStore().get()
  const offered = new Map([...(hut ? [hut] : []), ...huts].map(group => [group.id, group]))
  const isForeign = hut_id !== null && hut_id === hut?.id && !hut.is_joined
  if (offered.size === 0 && hut_id === null) return null
  return (
    <div>
      <NativeSelect
        label="Group"
        description={isForeign ? `Join ${hut.title} to add an activity to it.` : undefined}
        size="md"
        value={hut_id ?? ''}
        error={error}
        data={[
          { value: '', label: 'None' },
          ...optionsOf(offered.values()),
          ...(hut_id !== null && !offered.has(hut_id) ? optionsOf([{ id: hut_id, title: 'Another group' }]) : [])
        ]}
        onChange={event => set({ hut_id: Number(event.currentTarget.value) || null })}
      />
      {isForeign && (
        <Button variant="light" mt="xs" onClick={() => joinGroup(hut.slug)}>
          Join Hut
        </Button>
      )}
    </div>
  )
}
