import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useRef } from 'react'
import { tokensPage } from '../../../domain/billing/tokens-api.ts'
import { REQUIRED } from '../../../domain/lib/refusal.ts'
import { addFreeTokens } from '../../../domain/tokens/api.ts'
import { call } from '../../lib/api.ts'
import { makeOnce, newMaking } from '../../lib/make-once.ts'
import { changePages } from '../../lib/page-cache.ts'
import { Form } from '../../ui/forms/Form.tsx'
import { FormEnd } from '../../ui/forms/FormEnd.tsx'
import { useRefusal } from '../../ui/forms/form-errors.tsx'
import { NumberField, numberError, numberOf } from '../../ui/forms/NumberField.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { toast } from '../../ui/toasts/toast.tsx'

/** For site admins: adds tokens to the shared pool (TOK-40..TOK-44, D-08). Repeated tries add them once. */
export function AddFreeTokens() {
  const form = useForm({
    initialValues: { amount: '' },
    validate: { amount: text => numberError(text) ?? (numberOf(text) === null ? REQUIRED : null) }
  })
  const refusal = useRefusal(form)
  const making = useRef(newMaking())

  async function submit({ amount: text }: typeof form.values): Promise<void> {
    const amount = numberOf(text)
    if (amount === null) return
    try {
      const { made } = await makeOnce({ amount }, making, (body, key) => call(addFreeTokens, { body, key }))
      making.current = newMaking()
      changePages(tokensPage, data => ({ ...data, pool: made.pool }))
      form.reset()
      toast.success(made.message)
    } catch (error) {
      toast.error('There was an error')
      throw error
    }
  }

  return (
    <Panel id="add-free-tokens" title="Add Free Tokens" space="sm">
      <Text mb="md">For site admins. They go to the shared pool, where anyone can redeem them.</Text>
      <Form onSubmit={form.onSubmit(refusal.guard(submit))}>
        <NumberField label="Amount" inputMode="numeric" withAsterisk aria-required {...form.getInputProps('amount')} />
        <FormEnd refusal={refusal.text} busy={form.submitting} submit="Add to the pool" variant="default" mt="md" />
      </Form>
    </Panel>
  )
}
