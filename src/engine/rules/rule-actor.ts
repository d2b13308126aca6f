/** The name that the writes of a rule bear. No token may have such a name. */
export const RULE_ACTOR = 'rule:';

export const actorOfRule = (name: string): string => `${RULE_ACTOR}${name}`;
