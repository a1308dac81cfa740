// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * What the outputs of a model say about a text: the tags of its words, and the spans of answers;
 * and the contract of the models that find answers.
 */
package org.isogloss.text.decoding;
