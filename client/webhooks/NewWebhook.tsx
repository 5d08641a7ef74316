import { Box, Checkbox, NativeSelect, SimpleGrid, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import {
  EVENT_NAMES,
  FORMAT_NAMES,
  FORMATS,
  type Format,
  GROUP_EVENTS,
  WEBHOOK_EVENTS
} from '../../domain/webhooks/events.ts'
import { CopyField } from '../ui/forms/CopyField.tsx'
import { Form } from '../ui/forms/Form.tsx'
import { FormEnd } from '../ui/forms/FormEnd.tsx'
import { useRefusal } from '../ui/forms/form-errors.tsx'
import type { useWebhooks } from './webhooks.ts'

interface Props {
  groups: readonly { id: number; title: string }[]
  create: ReturnType<typeof useWebhooks>['create']
}

export function NewWebhook({ groups, create }: Props) {
  const [secret, setSecret] = useState<string | null>(null)
  const form = useForm({
    initialValues: { url: '', format: 'standard' as Format, group: '', events: ['log.made'] as string[] },
    validate: {
      url: value => (/^https:\/\/./i.test(value.trim()) ? null : 'Enter an address that begins with https://.'),
      events: value => (value.length === 0 ? 'Choose at least one event.' : null)
    }
  })
  const refusal = useRefusal(form)
  const { group } = form.values
  const offered = EVENT_NAMES.filter(event => group === '' || GROUP_EVENTS.includes(event))

  async function add({ url, format, group, events }: typeof form.values): Promise<void> {
    const chosen = offered.filter(event => events.includes(event))
    const made = await create({ url, format, events: chosen, group_id: group === '' ? null : Number(group) })
    // Chats verify nothing, so nobody needs the secret there.
    setSecret(format === 'standard' ? made : null)
    form.reset()
  }

  return (
    <Form onSubmit={form.onSubmit(refusal.guard(add))} aria-label="New webhook">
      <TextInput
        label="Address"
        placeholder="https://"
        autoCapitalize="none"
        autoComplete="off"
        inputMode="url"
        {...form.getInputProps('url')}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} mt="md">
        <NativeSelect
          label="Format"
          data={FORMAT_NAMES.map(value => ({ value, label: FORMATS[value] }))}
          {...form.getInputProps('format')}
        />
        {groups.length > 0 && (
          <NativeSelect
            label="About"
            data={[
              { value: '', label: 'What concerns me' },
              ...groups.map(({ id, title }) => ({ value: String(id), label: title }))
            ]}
            {...form.getInputProps('group')}
            onChange={event => {
              const value = event.currentTarget.value
              form.setValues({ group: value, events: value === '' ? ['log.made'] : ['session.started'] })
            }}
          />
        )}
      </SimpleGrid>
      <Checkbox.Group label="Send when" mt="md" {...form.getInputProps('events')}>
        <SimpleGrid cols={{ base: 1, xs: 2 }} mt="xs" spacing="xs">
          {offered.map(event => (
            <Checkbox key={event} size="md" value={event} label={WEBHOOK_EVENTS[event]} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <FormEnd refusal={refusal.text} busy={form.submitting} submit="Add the webhook" mt="md" />
      <div role="status">
        {secret && (
          <Box mt="md">
            <CopyField
              label="Its secret"
              description="Copy it now, to verify the signatures. Nobody can show it again."
              copyLabel="Copy the secret"
              value={secret}
            />
          </Box>
        )}
      </div>
    </Form>
  )
}
