// @ts-check

/**
 * A stage made by `toolStage`: a stage of `defineAgent` with tools and handoffs of its own. `notes` and `steps` hear events by their names in
 * `on`: the first keep its books, the second give a step where the author's `on` gives none.
 */
export class ToolStage {
  /** @param {{ prompt: (scene: any) => any, reply: object, live: object, decide: (scene: any) => any, instructed: (state: any) => string, tools: Record<string, any>, handoffs: Record<string, any>, notes: Record<string, (scene: any) => void>, steps: Record<string, (scene: any) => any> }} parts */
  constructor(parts) {
    const { prompt, reply, live, decide, instructed, tools, handoffs, notes, steps } = parts;
    this.prompt = prompt;
    this.reply = reply;
    this.live = live;
    this.decide = decide;
    this.instructed = instructed;
    this.tools = tools;
    this.handoffs = handoffs;
    this.notes = notes;
    this.steps = steps;
    Object.freeze(this);
  }
}
