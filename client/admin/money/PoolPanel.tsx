import { Group, NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { changePool, moneyPage } from '../../../domain/admin/money-api.ts'
import { numberText } from '../../../domain/lib/numbers.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import type { PoolReason } from '../../../domain/tokens/tokens.ts'
import { call } from '../../lib/api.ts'
import { makeOnce, newMaking } from '../../lib/make-once.ts'
import { changePages } from '../../lib/page-cache.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberError, numberOf } from '../../ui/forms/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

const DIRECTIONS = [
  { value: '1', label: 'Add' },
  { value: '-1', label: 'Take out' }
]
const REASONS: { value: PoolReason; label: string }[] = [
  { value: 'refill', label: 'To refill it' },
  { value: 'mistake', label: 'To correct a mistake' },
  { value: 'limit', label: 'To give away less' }
]

/** The shared pool: what it holds, and a form that adds tokens or takes some out (D-08). Repeated tries do it once. */
export function PoolPanel({ pool }: { pool: number }) {
  const form = useForm({
    initialValues: { direction: '1', tokens: '', reason: 'refill' },
    validate: { tokens: text => numberError(text) ?? (numberOf(text) ? null : REQUIRED) }
  })
  const refusal = useRefusal(form)
  const making = useRef(newMaking())

  async function submit({ direction, tokens, reason }: typeof form.values): Promise<void> {
    const wanted = { tokens: Number(direction) * (numberOf(tokens) ?? 0), reason: reason as PoolReason }
    const { made } = await makeOnce(wanted, making, (body, key) => call(changePool, { body, key }))
    making.current = newMaking()
    changePages(moneyPage, data => ({ ...data, pool: made.pool }))
    form.reset()
    toast.success(`The pool holds ${numberText(made.pool)} tokens.`, { id: 'admin-money' })
  }

  return (
    <Panel id="pool" title="Shared pool" size="h3">
      <Text mb="md">{numberText(pool)} tokens are left for people to redeem.</Text>
      <Form aria-label="Shared pool" busy={form.submitting} onSubmit={form.onSubmit(refusal.guard(submit))}>
        <Group align="start" gap="sm" grow>
          <NativeSelect label="Change" data={DIRECTIONS} {...form.getInputProps('direction')} />
          <NumberField label="Tokens" inputMode="numeric" {...form.getInputProps('tokens')} />
        </Group>
        <NativeSelect label="Reason" mt="sm" data={REASONS} {...form.getInputProps('reason')} />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Change the pool" variant="default" mt="md" />
      </Form>
    </Panel>
  )
}
