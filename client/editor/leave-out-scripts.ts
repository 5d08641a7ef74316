import { Plugin, ViewUpcastWriter } from 'ckeditor5'

/** Elements whose text nobody is meant to read. */
const UNREAD = ['script', 'style', 'template', 'noscript', 'title', 'iframe', 'object']

/** Leaves out the scripts and styles of a pasted page, whose code would be text otherwise. */
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
