/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'Press addresses.goal_id': 'The id of the goal.',
  'Press addresses.ql_button_uuid':
    'The uuid of the quick-log button; null for a goal without buttons. When it is not sent: the first button.',
  'Press addresses.logs': 'What one press logs, such as "1 glass"; null when the goal no longer has the button.',
  'Press addresses.used_at': 'When it was last pressed; null before the first time.',
  'Press addresses.path': 'The path of the address, with its secret. Only this response shows it.',
  'Press addresses.key':
    'The name of the press, which logs once with it. For programs that can’t send `Idempotency-Key`.',
  'Press addresses.message': 'A sentence to show, such as "1 glass logged. Drink water: 3 of 8 glasses."',
  goal_title: 'The title of the goal.',
  press_address: 'The address, without its secret.',
  press_addresses: 'My press addresses.'
}
