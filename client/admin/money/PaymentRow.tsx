import { Group, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { type AdminPayment, moneyPage, refundPayment } from '../../../domain/admin/money-api.ts'
import { REFUND_REASONS, type RefundReason } from '../../../domain/billing/payment.ts'
import { planOf } from '../../../domain/billing/plans.ts'
import { formatMoney } from '../../../domain/lib/money.ts'
import { proven } from '../../accounts/proof/proof.ts'
import { call } from '../../lib/api.ts'
import { dateTexts } from '../../lib/dates/date-texts.ts'
import { reloadPages } from '../../lib/page-cache.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { toast } from '../../ui/toasts/toast.tsx'
import { PersonLink } from '../PersonLink.tsx'
import { REFUND_WORDS } from './refund-words.ts'

const useMinute = dateTexts({ dateStyle: 'medium', timeStyle: 'short' })

/** A payment, and the button that refunds what is left of it (D-160). */
export function PaymentRow({ row }: { row: AdminPayment }) {
  const minute = useMinute()
  const { number, username, plan, to_pool, amount, left, is_disputed, currency, paid_at } = row
  const price = (cents: number) => formatMoney(cents, currency)
  const bought = plan ? planOf(plan).title : to_pool ? 'tokens for the pool' : 'tokens'
  const state = is_disputed
    ? 'Disputed'
    : left === 0
      ? 'Refunded'
      : left < amount
        ? `${price(amount - left)} refunded`
        : null
  return (
    <li>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <div>
          <Text>
            <strong>{price(amount)}</strong> for {bought} by <PersonLink username={username} />
          </Text>
          <Text size="sm" c="dimmed">
            {[number, minute(Date.parse(paid_at)), state].filter(Boolean).join(' · ')}
          </Text>
        </div>
        {left > 0 && is_disputed === 0 && <Refund row={row} price={price(left)} />}
      </Group>
    </li>
  )
}

function Refund({ row: { id, number, plan }, price }: { row: AdminPayment; price: string }) {
  const [reason, setReason] = useState<RefundReason>('request')
  async function refund(): Promise<void> {
    await proven(() => call(refundPayment, { params: { invoice: String(id) }, body: { reason } }))
    await reloadPages(moneyPage)
    toast.success(`${price} goes back to the payer.`, { id: 'admin-money' })
  }
  return (
    <ConfirmButton
      label="Refund"
      button={{ size: 'sm', flex: 'none', 'aria-label': `Refund ${number ?? id}` }}
      title={`Refund ${price}?`}
      confirm={`Refund ${price}`}
      onConfirm={refund}
    >
      <Text mb="md">
        The money goes back, and so do the tokens, as far as they’re there. {plan && 'The subscription goes on. '}
        You can’t undo this.
      </Text>
      <NativeSelect
        label="Reason"
        data={REFUND_REASONS.map(value => ({ value, label: REFUND_WORDS[value] }))}
        value={reason}
        onChange={event => setReason(event.currentTarget.value as RefundReason)}
      />
    </ConfirmButton>
  )
}
