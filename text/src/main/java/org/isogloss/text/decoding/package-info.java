// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
/**
 * The interpretation of a model's outputs for a text: the tags of its words, and the spans of
 * answers; and the contract of the models that find answers.
 */
package org.isogloss.text.decoding;
