import { Button, NativeSelect } from '@mantine/core'
import type { Hut } from '../../../domain/browse/api.ts'
import { joinGroup } from '../../groups/groups.ts'
import { optionsOf } from '../../ui/forms/options.ts'
import { useBuilder } from '../builder.ts'

interface Props {
  /** The activity's group, or the group in the address. */
  hut: Hut | null
  /** The groups of the person. */
  huts: readonly Hut[]
}

/** Selects the group of an activity, from the person's groups and the group in the address (BLD-03). */
export function GroupField({ hut, huts }: Props) {
  const { form, errors, set } = useBuilder()
  const offered = new Map([...(hut ? [hut] : []), ...huts].map(group => [group.id, group]))
  const isForeign = form.hut_id !== null && form.hut_id === hut?.id && !hut.is_joined
  if (offered.size === 0 && form.hut_id === null) return null
  return (
    <div>
      <NativeSelect
        label="Group"
        description={isForeign ? `Join ${hut.title} to add an activity to it.` : undefined}
        size="md"
        value={form.hut_id ?? ''}
        error={errors.hut_id}
        data={[
          { value: '', label: 'None' },
          ...optionsOf(offered.values()),
          ...(form.hut_id !== null && !offered.has(form.hut_id)
            ? optionsOf([{ id: form.hut_id, title: 'Another group' }])
            : [])
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
