/** The note for every plan behind the first one of a text; `readPlans` reads each of them. */
export const anotherPlan = 'Another plan follows; only the first was read'
