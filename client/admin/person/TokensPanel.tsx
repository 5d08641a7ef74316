import { Group, NativeSelect, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import * as api from '../../../domain/admin/people-api.ts'
import { proven } from '../../accounts/proof/proof.ts'
import { call } from '../../lib/api.ts'
import { randomUuid } from '../../lib/client-uuid.ts'
import { config } from '../../lib/embedded.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { reloadPerson } from '../people.ts'

const REASONS = [
  { value: 'thanks', label: 'As thanks' },
  { value: 'help', label: 'To help someone start' },
  { value: 'fault', label: 'For a fault of ours' },
  { value: 'event', label: 'For an event' }
]

export function TokensPanel({ person: { username } }: { person: api.AdminPerson }) {
  const form = useForm({ initialValues: { tokens: '10', reason: 'thanks' } })
  const refusal = useRefusal(form)
  const [key, setKey] = useState(randomUuid)
  if (config.is_free) return null
  return (
    <Panel id="tokens" title="Give tokens" size="h3">
      <Form
        aria-label="Give tokens"
        busy={form.submitting}
        onSubmit={form.onSubmit(
          refusal.guard(async ({ tokens, reason }) => {
            const body = { tokens: Number(tokens), reason: reason as (typeof api.GRANT_REASONS)[number] }
            await proven(() => call(api.grantTokens, { params: { username }, body, key }))
            setKey(randomUuid())
            await reloadPerson()
            toast.success(`${username} has ${tokens} more tokens.`, { id: 'admin-person' })
          })
        )}
      >
        <Group align="start" gap="sm" grow>
          <TextInput label="Tokens" inputMode="numeric" {...form.getInputProps('tokens')} />
          <NativeSelect label="Reason" data={REASONS} {...form.getInputProps('reason')} />
        </Group>
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Give" variant="default" mt="md" />
      </Form>
    </Panel>
  )
}
