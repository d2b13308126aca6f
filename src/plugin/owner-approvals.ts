/** Questions of apps to the owner, one window after the other. D12, docs/rights.md#ask-first */

import type { App } from 'obsidian';
import type { ApprovalPort, ApprovalRequest } from '../engine/index';
import { type OpenApproval, openApproval } from '../ui/shells/obsidian/approval-modal';

interface Question {
  readonly request: ApprovalRequest;
  readonly deadline: number;
  readonly answer: (isAllowed: boolean) => void;
}

export class OwnerApprovals implements ApprovalPort {
  /** The first one is shown. */
  private questions: readonly Question[] = [];
  private shown: { readonly question: Question; readonly window: OpenApproval } | null = null;

  constructor(private readonly app: App) {}

  ask(request: ApprovalRequest, answer: (isAllowed: boolean) => void): () => void {
    const question = { request, answer, deadline: performance.now() + request.patience };
    this.questions = [...this.questions, question];
    this.showFirst();
    return () => this.drop(question);
  }

  private drop(question: Question): void {
    if (!this.questions.includes(question)) return;
    this.questions = this.questions.filter((each) => each !== question);
    const { shown } = this;
    if (shown?.question === question) {
      this.shown = null;
      shown.window.withdraw();
    }
    this.showFirst();
  }

  private showFirst(): void {
    const [question] = this.questions;
    if (question !== undefined && this.shown === null) {
      const { request, deadline } = question;
      this.shown = { question, window: openApproval(this.app, request, deadline, (is) => this.answered(question, is)) };
    }
    this.shown?.window.setWaiting(this.questions.length - 1);
  }

  private answered(question: Question, isAllowed: boolean): void {
    this.shown = null;
    this.questions = this.questions.filter((each) => each !== question);
    question.answer(isAllowed);
    this.showFirst();
  }
}
