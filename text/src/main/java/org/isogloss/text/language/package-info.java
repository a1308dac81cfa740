/**
 * Language identification.
 *
 * <p>{@link LanguageIdentifier} decides by script where one language uses it, and by Apache
 * OpenNLP's character n-gram model otherwise. The result is a {@link LanguageIdentification}: a
 * language, a calibrated confidence, and the next likely alternatives.
 */
package org.isogloss.text.language;
