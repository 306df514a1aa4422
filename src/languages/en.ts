// English; also used where a language has no data of its own.

import type { LanguageData } from './language.ts'

export const en: LanguageData = {
  code: 'en',
  names: 'English',
  stopWords:
    'the, a, an, and, or, of, to, in, on, for, with, by, from, is, are, was, were, be, been, it, its, this, that, these, those, you, your, we, our, as, at, can, will, if, when, not, do, does, have, has, had, how, what, which, why, who, into, then, than, so, but, also, they, their, them, he, she, his, her, i, my, me, us, there, here, may, must, should, would, could, all, any, some, no, only, such, about, over, under, up, out, after, before, per, each, every, one, same, more, most, other, where, while, s, t, u, isn, don, doesn, im, ive',
  negations:
    "not, no, never, none, nor, neither, nobody, nothing, without, cannot, cant, can't, don't, dont, doesn't, doesnt, didn't, isn't, isnt, aren't, arent, wasn't, weren't, won't, wont, shouldn't, mustn't, needn't, couldn't, wouldn't, hasn't, haven't, no longer, unable, fails to, refuses to, forbidden, prohibited, disallowed, disabled, excluded",
  conditions:
    'if, unless, only, only when, when, until, except, provided, as long as, once, after, before, at least, at most, up to, within, with, without, who holds, who has, during, while, on condition',
  causes: 'because, since, due to, as a result of',
  opposites:
    'at least/at most, no less than/no more than, minimum/maximum, always/never, all/some, every/some, all/no, allowed/forbidden, permitted/prohibited, allowed/prohibited, first/last, enabled/disabled, inside/outside, left/right, increases/decreases, rises/falls, must/may, mandatory/optional, required/optional',
  orders: 'before/after, more than/less than, above/below, over/under',
  questionWords:
    'who, what, when, where, why, which, how, whether, whose, whom, is, are, do, does, can, could, should, will, would, may',
  askingWords:
    'want, need, like, know, find, learn, understand, explain, tell, show, see, look, looking, help, please, something, anything, everything, someone, anyone, thing, things, way, ways, possible, able, use, using, used, get, getting, make, making, work, works, working, start, happen, happens, mean, means',
  runVerbs:
    'run, runs, execute, type, enter, call, use, with, then, and, via, through, do, try, issue, by, using, start',
  numbers:
    'zero 0, one 1, two 2, three 3, four 4, five 5, six 6, seven 7, eight 8, nine 9, ten 10, eleven 11, twelve 12, thirteen 13, fourteen 14, fifteen 15, sixteen 16, seventeen 17, eighteen 18, nineteen 19, twenty 20, thirty 30, forty 40, fifty 50, sixty 60, seventy 70, eighty 80, ninety 90, hundred 100, thousand 1000, million 1000000, once 1, twice 2, half 0.5, dozen 12',
  months:
    'january/jan, february/feb, march/mar, april/apr, may, june/jun, july/jul, august/aug, september/sep/sept, october/oct, november/nov, december/dec',
  units:
    'ms/millisecond/milliseconds, s/sec/secs/second/seconds, min/mins/minute/minutes, h/hr/hrs/hour/hours, d/day/days, working day/working days/workday/workdays/business day/business days, week/weeks, month/months, year/years/yr/yrs, %/percent/per cent, °c/degree/degrees/degrees celsius/c, m/metre/metres/meter/meters, mm/millimetre/millimetres/millimeter/millimeters, cm/centimetre/centimetres/centimeter/centimeters, km/kilometre/kilometres/kilometer/kilometers, kg/kilo/kilos/kilogram/kilograms, g/gram/grams, l/litre/litres/liter/liters, ml, kb/kilobyte/kilobytes, mb/megabyte/megabytes, gb/gigabyte/gigabytes, tb/terabyte/terabytes, €/euro/euros/eur, $/dollar/dollars/usd, £/pound/pounds/gbp, v/volt/volts, w/watt/watts, kw/kilowatt/kilowatts, hz/hertz, khz/kilohertz, bar/bars',
  abbreviations:
    'e.g, i.e, vs, cf, approx, fig, no, nr, mr, mrs, ms, dr, prof, st, etc, incl, max, min, ca, jan, feb, aug, sept, oct, nov, dec, inc, ltd, co',
  classes: {
    documentNouns:
      'document, documents, doc, docs, page, pages, guide, article, text, texts, section, sections, chapter, chapters, paragraph, paragraphs, heading, headings, headline, title, intro, introduction, summary, overview, table, tables, faq, runbook, readme, changelog, release notes, reference page, tutorial, howto, how-to, how to, writeup, write-up, write up, draft, notes, bullet, bullets, bullet points, wording, tone, wall of text, jargon, buzzwords, typo, typos, spelling, grammar, diagram, example, examples, quote, quotes, transcript, thread, chat, mails, docstrings, adr, adrs, cheat sheet, checklist, template, policy page, one pager, one-pager, leaflet, handout, manual, instructions, style, part, parts, bit, bits, stuff, chit chat, chit-chat, marketing, passive, warning box, callout, screenshot, screenshots, footnote, appendix, glossary',
    writingVerbs:
      'write, writes, rewrite, reword, rephrase, phrase, mention, mentions, mentioning, describe, explain, cover, include, leave out, leave it out, leave that out, omit, skip, drop, summarise, summarize, sum up, shorten, condense, merge, combine, translate, proofread, fix the, clean up, tidy up, format, structure, turn into, turn this into, make it, make this, make a, make an, make the, keep it, keep this, keep the, put the, put it, put this, add a, add an, add the, emphasise, emphasize, highlight, stress, list the, number the, bold, italic, name names, name the, copy, quote, cite, link to, refer to, start with, begin with, end with, use the, use a, use simple, use short, talk about, focus on, dont use, do not use, avoid, spell out, stand out, sound, sounds, read like, go easy, take the, based on, pull, pull from, use only, stick to, gloss over, tone down, play down, no need to',
    politeness:
      'please, pls, plz, pls., thx, thanks, thank you, ty, cheers, kindly, ok?, okay?, ok, would be nice, would be great, if you can, if possible, could you, can you, would you, id like, i would like, i want, i need, we want, let’s, lets, maybe, ideally, feel free, dont bother, dont worry, remember to, dont forget, make sure, just, really, imo, btw, fyi',
    style:
      'short, shorter, brief, briefly, concise, crisp, friendly, friendlier, formal, informal, official, simple, simpler, plain, easy, casual, neutral, polite, technical, non-technical, nontechnical, detailed, long, readable, professional, clear, clearer, positive, serious, funny, boring, fancy, nice, nicer, nicely, marketing, salesy, dumb it down, layman, beginner, beginners, newbies, newcomers, non-experts, native speakers, half a page, one page, two pages, 1 page, max a page, words, sentences, in english, in german, in french, present tense, second person, imperative, active voice, british spelling, american spelling, oxford comma, emojis, emoji, caps',
    positions:
      'at the top, on top, to the top, up top, at the bottom, at the end, at the beginning, at the start, up front, upfront, first thing, first, last, up high, in front, in the intro, in the title, in the summary, in bold, in a table, in a box, as a table, as a list, as bullets, as steps, as a faq, in the doc, in the docs, in there, in here, in it, anywhere, somewhere, separate, own section, its own, the rest, everything else, nothing else',
    people:
      'reader, readers, audience, new maintainers, new hires, new people, new joiners, nobody reads, people skim, people, they wont, the boss, management, customers, customer names, names, usernames, user names, you, u, me, my, i, ive, im, we',
    openPoints:
      'todo, tbd, tba, tbc, fixme, xxx, ???, to be decided, to be confirmed, to be defined, not clear, unclear, not sure, unsure, open question, open point, open:, still open, need to check, needs checking, have to check, must check, to check, check with, ask, clarify, waiting for, pending, dont know yet, dont know, no idea, not decided, undecided, not yet known, later, missing, who knows, does anyone know, find out, follow up with, is it still, still true, still needed, still valid, question:, someone',
    smallTalk:
      'hi, hello, hey, hi all, hi team, good morning, morning, thanks, thank you, thx, ty, cheers, sorry, sry, lol, haha, hehe, ok, okay, sure, cool, great, nice, perfect, awesome, yep, yeah, nope, np, no worries, bye, see you, see ya, cu, ttyl, have a nice, weekend, lunch, coffee, brb, quick dump, brain dump, random notes, rough notes, quick notes, in a hurry, messy, here you go, here goes, as promised, as discussed, hope this helps, hope that helps, fwd, regards, best, love, good luck, welcome back, by the way, agreed, fine with me, sounds good, +1, right, exactly, me too, same here, can you hear me, recording, next meeting, any objections, none, anything else, thats all, that’s it, sent from my',
    yes: 'yes, y, yep, yeah, yup, ok, okay, correct, right, true, still true, confirmed, confirm, exactly, agreed, fine, good, looks good, lgtm, still valid, still correct, unchanged, keep, keep it, stays, as is, checked, verified, approved, sure, thats right, that is right, is right, is correct, all good',
    no: 'no, nope, nah, wrong, false, incorrect, not correct, not right, not true, neither, actually, instead, should be, must be, has to be, its now, it is now, is now, are now, now it is, changed to, was changed, rather, not anymore, no longer, since, correction, typo, make that, not',
    remove:
      'remove, remove it, delete, delete it, drop, drop it, drop this, cut, cut it, take it out, take out, leave out, leave it out, kill, kill it, scrap, strike, get rid, outdated, out of date, obsolete, gone, does not exist, doesnt exist, no longer exists, not used anymore, no longer used, retired, discontinued, bin it, lose it, ditch',
    unknown:
      'tbd, tba, tbc, todo, ?, ??, ???, idk, dunno, dont know, do not know, no idea, no clue, not sure, unsure, unknown, unclear, ask, check with, later, will check, need to check, have to check, let me check, to be decided, to be confirmed, to be defined, not decided, not known, wait, waiting, pending, coming soon, soon, who knows, no answer, cant say, cannot say, hard to say, good question, maybe, perhaps, somebody, someone, not my area, beats me, will find out, get back to you, see above, see below, see other, pass',
    unneeded:
      'not needed, not necessary, not relevant, irrelevant, not applicable, n/a, na, does not apply, doesnt apply, no need, never mind, nevermind, skip, skip it, skip this, ignore, ignore it, ignore this, leave it, not here, not for us, dismiss, unnecessary, we dont need, doesnt matter, does not matter, out of scope, not in scope, none, nothing, nothing to add, not important',
  },
  greetings:
    'hi, hello, hey, dear, good morning, good afternoon, good evening, morning, greetings, hi there, hello there, hi all, hello all, hi team, dear all, dear team',
  closings:
    'kind regards, best regards, regards, warm regards, best wishes, best, all the best, many thanks, thanks, thank you, thanks in advance, cheers, sincerely, yours sincerely, yours, yours faithfully, sent from my, thx, see you, bye, take care, br, rgds',
  updates:
    'now, nowadays, from now on, as of, no longer, any more, anymore, instead, moved, changed, raised, lowered, increased, reduced, upgraded, extended, shortened, replaced, renamed, update, since, by now, meanwhile',
  hesitations: 'um, umm, uh, uhm, erm, hm, hmm, mm-hm, mhm',
  mailFields: 'from, to, cc, bcc, subject, date, sent, reply-to',
  keys: {
    title: 'title',
    kind: 'kind, type, document type',
    language: 'language',
    summary: 'summary',
    sections: 'sections, outline',
    leaveOut: 'leave out, omit, exclude, do not mention, don’t mention, dont mention',
    mention: 'mention, must mention',
    length: 'length',
    audience: 'audience, target audience, readers, tone, style',
  },
  lengths: { short: 'short, brief, concise', normal: 'normal, medium', long: 'long, detailed, full' },
  kinds: {
    tutorial: 'tutorial, getting started, get started, quickstart, quick start, your first, learn, walkthrough',
    'how-to':
      'how to, how-to, howto, guide, set up, setup, install*, configur*, migrat*, deploy*, creat*, enabl*, rotat*, restor*, back up, troubleshoot*, runbook, checklist, onboarding, replace, start, reset, flash, hand in, handing in',
    reference:
      'reference, api, endpoint*, parameters, options, settings, cli, commands, error codes, schema, specification, glossary, limits, webhook*, headers, functions, list, listing',
    explanation:
      'why, concept*, understanding, architecture, overview, background, how it works, how the, how we, explained, introduction to, design, about, what is, principles, decision',
    policy: 'policy, policies, code of conduct, acceptable use, guidelines, rules, terms, privacy notice, house rules',
    'release-notes':
      "release notes, release note, changelog, change log, what's new, what is new, changes in, version history",
    incident: 'postmortem, post-mortem, post mortem, incident, outage, root cause analysis',
    faq: 'faq, frequently asked, q&a, questions and answers, common questions, questions',
  },
  roles: {
    overview: {
      headings: 'Overview, Introduction, Intro, About, Summary, What it is, Description, Background',
      cues: 'is a, is an, are a, overview, purpose, lets you, allows',
      ask: 'What is it for, and who needs it?',
    },
    scope: {
      headings: 'Scope, Who it applies to, Who this applies to, Applies to, Applicability',
      cues: 'applies to, applies for, apply to, valid from, valid for, scope, everyone who, all employees, binding, for everyone',
      ask: 'To whom and to what does it apply, and from when on?',
    },
    prerequisites: {
      headings: 'Prerequisites, Requirements, Before you begin, Before you start, What you need, You need',
      cues: 'need, needs, needed, require, requires, required, requirement*, prerequisite*, must have, before you, make sure, at least version, or newer, or later, installed, account, permission, key of, has to be',
      ask: 'What must a reader have, know or have installed before starting?',
    },
    rules: {
      headings: 'Rules, Policy, Guidelines, What applies, What is expected',
      cues: 'must, must not, may, may not, allowed, not allowed, permitted, prohibited, forbidden, mandatory, shall, never, always, no, are announced, is required',
      ask: 'What is required, what is allowed, and what is not?',
    },
    exceptions: {
      headings: 'Exceptions, Exemptions, Exclusions',
      cues: 'except, exception*, exempt*, unless, excluded, waiver, does not apply, do not apply',
      ask: 'Who or what is exempt, and who may grant an exception?',
    },
    news: {
      headings:
        "New, What's new, What is new, New features, Features, Added, Improvements, Improved, Highlights, Changes, Changed",
      cues: 'feat, feature*, add, adds, added, new, now, introduce*, improve*, can be, faster',
      ask: 'What can people do now that they could not do before?',
    },
    fixes: {
      headings: 'Fixed, Fixes, Bug fixes, Bugfixes, Resolved issues',
      cues: 'fix, fixes, fixed, bug*, bugfix, hotfix, resolve*, correct*, crash*, no longer',
      ask: 'Which faults are gone?',
    },
    upgrading: {
      headings:
        'Upgrade, Upgrade notes, Upgrading, How to upgrade, Breaking changes, Breaking, Removed, Deprecated, Deprecations, Migration',
      cues: 'upgrad*, breaking, remove*, deprecat*, migrat*, incompatible, rename*, drop, drops, before the first start',
      ask: 'What breaks or goes away, and what has to be done when upgrading?',
    },
    impact: {
      headings: 'Impact, Effects, Who was affected, Customer impact, User impact, Affected',
      cues: 'affected, impact*, unavailable, lost, customers, users could, outage, down for',
      ask: 'Who was affected, how badly, and for how long?',
    },
    timeline: {
      headings: 'Timeline, Chronology, Sequence of events, What happened',
      cues: 'alerted, paged, noticed, detected, restored, mitigated, recovered, back in service',
      ask: 'What happened when, and what was done about it?',
    },
    cause: {
      headings: 'Cause, Root cause, Causes, Root causes, Why it happened, Contributing factors',
      cues: 'cause*, because, root cause, due to, triggered, reason',
      ask: 'Why did it happen?',
    },
    followUps: {
      headings: 'Follow-ups, Action items, Actions, Tasks, Lessons learned, Corrective actions, Prevention, Next steps',
      cues: 'follow-up*, action item*, we will, prevent*, lesson*, in future, task*, todo, orders, writes, by monday, by friday',
      ask: 'What is done about it, by whom and until when?',
    },
    usage: {
      headings: 'Usage, Use, How to use it, Syntax, Request, Endpoint, Endpoints, Commands, Authentication',
      cues: 'usage, use, used, call, calls, syntax, request*, endpoint*, get, post, put, command*, returns',
      ask: 'How is it called or written? A signature, a request or a command is best.',
    },
    steps: {
      headings:
        'Steps, Instructions, Procedure, Step by step, Walkthrough, Setup, Installation, Configuration, Methods',
      cues: 'step*, first, then, next, finally, click, open, run, press, select, choose, enter, create, set, install, configure, start, connect, log in, scan, close',
      ask: 'Which steps lead there, in which order, and with which commands or settings?',
    },
    how: {
      headings: 'How it works, Architecture, Concepts, Design, Internals, Key concepts, Parts',
      cues: 'consists, component*, part*, process*, works by, stores, sends, receives, goes through, written to, thread, queue',
      ask: 'Which parts does it have, and how do they work together?',
    },
    why: {
      headings: 'Why, Why it matters, Motivation, Rationale, Reasons, Benefits, Decision, Context',
      cues: 'because, why, reason*, benefit*, advantage*, instead of, in order to, so that, decision, decided, chose, chosen, rejected, context',
      ask: 'Why was it made this way, and what would go wrong otherwise?',
    },
    parameters: {
      headings: 'Parameters, Options, Settings, Fields, Arguments, Properties, Attributes, Flags',
      cues: 'parameter*, option*, setting*, field*, argument*, default, defaults, type, required, optional, string, integer, boolean, takes',
      ask: 'Which parameters or options are there, with type, default and meaning?',
    },
    examples: {
      headings: 'Examples, Example, Sample, Samples, Example request',
      cues: 'example*, sample*, for instance, e.g, such as',
      ask: 'What does a complete, working example look like?',
    },
    result: {
      headings: 'Check the result, Result, Verify, Verification, Test it, Check',
      cues: 'result, verify, confirm, must print, prints, shows, appears, should see, lights up, green, success*, check that, afterwards',
      ask: 'How does a reader see that it worked?',
    },
    limits: {
      headings: 'Limits, Limitations, Restrictions, Trade-offs, Quotas, Rate limits, Known limitations',
      cues: 'limit*, maximum, max, minimum, at most, at least, up to, no more than, quota*, only, cannot, cant, refused, over, above, below',
      ask: 'Which limits, quotas or trade-offs are there?',
    },
    errors: {
      headings: 'Errors, Error codes, Status codes, Responses',
      cues: 'error*, code*, status, fail*, invalid, denied, raised, throws, exception*, answered with, answers, unknown',
      ask: 'Which errors can occur, and what does each mean?',
    },
    troubleshooting: {
      headings: 'Troubleshooting, Problems, Common problems, Known issues, If something goes wrong, Symptoms, Causes',
      cues: 'if, error*, fail*, problem*, issue*, wrong, does not work, retry, log, means, symptom*, vanish*, missing, broken',
      ask: 'What commonly goes wrong, and how is it put right?',
    },
    contact: {
      headings: 'Contact, Contacts, Whom to ask, Who to ask, Owner, Responsibility, Responsibilities, Support',
      cues: 'contact*, questions go to, questions to, ask, owner, responsible, email, phone, extension, call, reported to, hotline, helpdesk, emergencies',
      ask: 'Who is the contact for this page?',
    },
  },
  phrases: {
    notes: 'Notes',
    openPoint: 'The notes leave this open: “{point}” What should the draft say?',
    emptySection: 'Nothing in the sources covers “{section}”. {ask}',
    nothing: 'What should a reader of “{title}” learn here?',
    missingTerm: {
      title: 'No source mentions “{term}”',
      body: 'The instructions ask for “{term}”, but neither notes nor material nor a related document says anything about it. Add material, or answer with the sentence that belongs in the draft.',
    },
    held: {
      order: 'Not printed, it reads like an instruction: “{text}”',
      open_point: 'Not printed, it reads like an open point: “{text}”',
      excluded: 'Not printed, it mentions what is to be left out: “{text}”',
      doubtful: 'Not printed, it may not be meant for readers: “{text}”',
      body: 'This stands in the notes and is not in the draft: “{text}” Answer “use” to print it in the next draft; any other answer leaves it out.',
    },
    doubted: {
      title: 'Printed, but it may not be meant for readers: “{text}”',
      body: 'The notes say nothing else, so this is in the draft. Confirm it, or answer with the right wording or “remove”.',
    },
    instruction: {
      title: 'Instructions that only a person can follow ({count})',
      body: 'The built-in drafter can’t follow these instructions. Change the draft accordingly, then mark this as resolved: {lines}',
    },
    replaced: {
      title: 'Replaced: {old} by {new}',
      body: 'The text said “{old}” ({oldSource}). Now it says “{new}” ({newSource}). Is that right?',
    },
    conflict: {
      title: 'Sources disagree: {first} or {second}?',
      body: 'The draft says “{kept}” ({keptSource}). Another source says “{dropped}” ({droppedSource}). Which one is right?',
    },
    edited: {
      title: 'An edited block says otherwise than {source}',
      body: 'A person wrote “{kept}”, which stays. {source} says “{dropped}”. Which one is right?',
    },
    fixLink: {
      title: 'A link points nowhere: {href}',
      body: '“{text}” links to {href}, and no such document exists. Answer with the right link (/read/…), or remove it from the draft.',
    },
    unsupported: {
      title: 'Left out: the sources do not support it ({count})',
      body: 'The model wrote this, but the quotes it gave do not support it, so it is not in the draft: {claims}',
    },
    partly: {
      title: 'Check: the sources support this only in part',
      body: 'This stands in the draft, but the quotes support it only in part: {claims}',
    },
    style: {
      title: 'The style guide asks for other words',
      body: 'Change this in the draft: {words}',
    },
    fallback: {
      title: 'The model’s draft was unusable; this one was assembled from the sources',
      body: 'The model failed to write a usable draft ({reason}). The built-in drafter assembled this one instead. Redraft to try the model again.',
    },
    outcome: {
      applied: 'The reply is in the draft.',
      corrected: 'The draft now says “{text}”.',
      removed: 'The sentence was removed.',
      confirmed: 'Confirmed; the draft stays as it was.',
      used: 'The held text is in the draft.',
      leftOut: 'The text stays left out.',
      dismissed: 'Dismissed; it will not be asked again.',
      noContent: 'The reply has nothing to print, so it was asked again.',
      unclear: 'It was not clear what the reply should change; the draft stays as it was.',
    },
  },
}
