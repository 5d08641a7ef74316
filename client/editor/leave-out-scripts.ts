import { Plugin, ViewUpcastWriter } from 'ckeditor5'

/** Elements whose text is not meant for readers. */
const UNREAD = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'object']

/** Removes scripts and styles of a pasted page. Otherwise their code would become text. */
export class LeaveOutScripts extends Plugin {
  static get pluginName() {
    return 'LeaveOutScripts' as const
  }

  static get requires() {
    return ['ClipboardPipeline'] as const
  }

  init(): void {
    const { view } = this.editor.editing
    const writer = new ViewUpcastWriter(view.document)
    this.listenTo(this.editor.plugins.get('ClipboardPipeline'), 'inputTransformation', (_, { content }) => {
      const items = [...view.createRangeIn(content)].map(({ item }) => item)
      for (const item of items) if (item.is('element') && UNREAD.includes(item.name)) writer.remove(item)
    })
  }
}
