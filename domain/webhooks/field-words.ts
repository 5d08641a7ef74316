/** Descriptions of this feature's own fields in the API document (domain/lib/field-words.ts). */
export const fieldWords: Record<string, string> = {
  'Webhooks.url': 'The address to which events are sent.',
  'Webhooks.event': 'What happened.',
  'Webhooks.group': 'The group that it is about; null for what concerns me.',
  'Webhooks.groups': 'The groups that I made.',
  'Webhooks.group_id': 'The id of a group that I made; null for what concerns me.',
  'Webhooks.secret': 'Signs what is sent. Only this response shows it.',
  'Webhooks.state': '`waiting`, also for another try; `sent`; or `failed` for good.',
  'Webhooks.webhooks': 'My webhooks, the newest first.',
  'Webhooks.webhook': 'The webhook.',
  'Webhooks.format': 'What the receiver understands; `standard` is Standard Webhooks 1.0.',
  'Webhooks.events': 'The events that are sent.',
  'Webhooks.off_at': 'When it was switched off; null while it is on.',
  'Webhooks.deliveries': 'The deliveries, the newest first.',
  'Webhooks.delivery': 'The delivery.',
  'Webhooks.attempts': 'How often it was tried.',
  'Webhooks.answer': 'The status of the last response, or why there was none; null before the first try.'
}
