// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * Models of fine-tuned tasks: classes of texts, tags of words, answers to questions. {@link
 * TextClassifier}, {@link WordTagger} and {@link AnswerReader} open the model folders that the
 * recipes {@code classifier}, {@code tagger} and {@code answers} write, and those of Python's
 * transformers with the same heads.
 */
package org.isogloss.runtime.task;
