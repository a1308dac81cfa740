/**
 * Programs that use Isogloss as a library, one for each thing to do. Each writes its small data
 * into a folder, prints what it found and ends after seconds. They name the small model {@code
 * tiny}; programs leave the name out and get {@code compact}, or name a model of their own.
 */
package org.isogloss.examples;
