/** The contracts of the playground, as JSON Schema. */

/** Members that are a text or null. @param {string[]} names */
const nullable = (...names) => Object.fromEntries(names.map(name => [name, { type: ['string', 'null'] }]));

/** Contract of the guide while it drafts. A test compares it with the agent's own. */
const decision = {
  type: 'object',
  properties: {
    thought: { type: 'string' },
    intent: { enum: ['CONTINUE', 'BACKTRACK'] },
    target_task: { type: ['string', 'null'], enum: ['2', '3', '4', null] },
    new_task: {
      anyOf: [
        { type: 'object', properties: { section: { type: 'string', minLength: 1 }, entry: { type: ['string', 'null'] } }, required: ['section'] },
        { type: 'null' },
      ],
    },
    next_action: { enum: ['PROPOSE_DRAFT', 'REQUEST_CONFIRM', 'CONTINUE_ASKING'] },
    reply_to_user: { type: 'string', minLength: 1 },
    entry: { anyOf: [{ type: 'object', properties: nullable('title', 'organization', 'date_start', 'date_end', 'location') }, { type: 'null' }] },
    draft_content: { type: ['string', 'null'] },
  },
  required: ['thought', 'intent', 'next_action', 'reply_to_user'],
};

const tool = {
  type: 'object',
  properties: {
    tool: { enum: ['search_hotels', 'book_hotel', 'cancel_booking'] },
    arguments: {
      type: 'object',
      properties: {
        city: { type: 'string' },
        check_in: { type: 'string', format: 'date' },
        nights: { type: 'integer', minimum: 1, maximum: 30 },
        breakfast: { type: 'boolean' },
      },
      required: ['city', 'check_in', 'nights'],
    },
  },
  required: ['tool', 'arguments'],
};

const invoice = {
  type: 'object',
  properties: {
    vendor: { type: 'string' },
    issued: { type: 'string', format: 'date' },
    currency: { enum: ['EUR', 'USD', 'CNY'] },
    items: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, quantity: { type: 'integer', minimum: 1 }, price: { type: 'number', minimum: 0 } },
        required: ['name', 'quantity', 'price'],
      },
    },
    total: { type: 'number', minimum: 0 },
    paid: { type: 'boolean' },
  },
  required: ['vendor', 'currency', 'items', 'total'],
};

const list = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      task: { type: 'string' },
      priority: { enum: ['high', 'medium', 'low'] },
      due: { type: ['string', 'null'], format: 'date' },
      done: { type: 'boolean' },
    },
    required: ['task', 'priority'],
  },
};

/** Initial schema of the user's own contract. */
const own = { type: 'object', properties: { answer: { type: 'string' }, confidence: { type: 'number', minimum: 0, maximum: 1 } }, required: ['answer'] };

export const CONTRACTS = { decision, tool, invoice, list };

/** A schema as formatted text. @param {object} schema */
export const written = schema => JSON.stringify(schema, null, 2);

export const OWN = written(own);
