// @ts-check

/** A stage made by `toolStage`: valid data, of which `loopOf` makes the functions once a session opens. */
export class ToolStage {
  /** @param {{ instructions: any, tools: Record<string, any>, packs: object | undefined, handoffs: Record<string, any>, window: { tokens: number, keep?: number, summarise?: boolean } | undefined, windowCharacters: number, limits: { corrections?: number, maxSteps?: number }, wishes: boolean }} parts */
  constructor({ instructions, tools, packs, handoffs, window, windowCharacters, limits, wishes }) {
    this.instructions = instructions;
    this.tools = tools;
    this.packs = packs;
    this.handoffs = handoffs;
    this.window = window;
    this.windowCharacters = windowCharacters;
    this.limits = limits;
    this.wishes = wishes;
    Object.freeze(this);
  }
}
